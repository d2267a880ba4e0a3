/* A plugin for Oclgrind that counts what the memory of a GPU is asked for.
 *
 * Items of a group run in warps. What the items of one warp access by one
 * instruction, the same time that each of them comes to it, is one request. In
 * global memory it costs the sectors that it touches, in local memory as many
 * wavefronts as the bank with the most words has (a word read by several lanes
 * counts once). An atomic access is a request, too, in which a word counts for
 * each of its lanes: they wait for one another.
 *
 * Not seen: hits of caches beyond a group (group_sectors has what a first-level
 * cache that loses nothing would ask of the next), accesses that a GPU's compiler
 * joins or takes apart. instructions are those of the unoptimised or optimised
 * LLVM code that Oclgrind runs, without what costs nothing there (phi, casts of
 * bits, taking vectors apart); of a warp counts its longest item.
 *
 * WARP_OUT     file that gets a JSON object for each kernel (else stderr)
 * WARP_LANES   items of a warp (32)
 * WARP_WIDEST  bytes of one access at most: wider ones are several (16)
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "oclgrind/common.h"
#include "oclgrind/Context.h"
#include "oclgrind/Kernel.h"
#include "oclgrind/KernelInvocation.h"
#include "oclgrind/Memory.h"
#include "oclgrind/Plugin.h"
#include "oclgrind/WorkGroup.h"
#include "oclgrind/WorkItem.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Instructions.h"

using llvm::Instruction;

namespace {

enum { SECTOR = 32, BANKS = 32, WORD = 4 }; /* bytes, and how many banks */

/* The accesses of one warp that are one request. */
struct RequestKey {
	const Instruction *at;
	uint64_t warp, time; /* time: how often its items were there before */
	unsigned part;       /* of a wide access */
	bool store, local, atomic;

	bool operator==(const RequestKey &k) const
	{
		return at == k.at && warp == k.warp && time == k.time
		    && part == k.part && store == k.store && local == k.local
		    && atomic == k.atomic;
	}
};

struct ItemKey {
	const Instruction *at;
	uint64_t item;
	bool store;

	bool operator==(const ItemKey &k) const
	{
		return at == k.at && item == k.item && store == k.store;
	}
};

uint64_t mixed(uint64_t hash, uint64_t more)
{
	return (hash ^ more) * 0x9e3779b97f4a7c15u ^ hash >> 29;
}

struct Hash {
	size_t operator()(const RequestKey &k) const
	{
		uint64_t h = mixed((uint64_t)(uintptr_t)k.at, k.warp);

		return mixed(mixed(h, k.time), k.part << 3 | k.atomic << 2
						       | k.store << 1 | k.local);
	}
	size_t operator()(const ItemKey &k) const
	{
		return mixed((uint64_t)(uintptr_t)k.at, k.item << 1 | k.store);
	}
};

struct Request {
	std::vector<uint64_t> units; /* sectors, or words of local memory */
	unsigned lanes = 0;
};

struct Side { /* loads or stores of global memory */
	uint64_t requests = 0, sectors = 0, bytes = 0, lanes = 0;
	std::unordered_set<uint64_t> touched; /* by the whole kernel */
};

struct Counts {
	Side loads, stores;
	uint64_t groups = 0, group_sectors = 0, barriers = 0;
	uint64_t local_requests = 0, wavefronts = 0, atomics = 0;
	uint64_t instructions = 0, warp_instructions = 0, flops = 0;
};

uint64_t setting(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);
	uint64_t value = text ? strtoull(text, nullptr, 10) : 0;

	return value ? value : otherwise;
}

/* As many as a GPU issues for it: it has no vectors of floats. */
uint64_t issues(const Instruction *i, const oclgrind::TypedValue &result)
{
	switch (i->getOpcode()) {
	case Instruction::PHI: case Instruction::BitCast:
	case Instruction::ExtractElement: case Instruction::InsertElement:
	case Instruction::ShuffleVector:
		return 0;
	case Instruction::FAdd: case Instruction::FSub:
	case Instruction::FMul: case Instruction::FDiv: case Instruction::FNeg:
		return result.num;
	default:
		return 1;
	}
}

bool is_fma(const Instruction *i)
{
	const auto *call = llvm::dyn_cast<llvm::CallInst>(i);
	const llvm::Function *f = call ? call->getCalledFunction() : nullptr;

	return f && (f->getName().find("fma") != llvm::StringRef::npos
		     || f->getName().find("fmuladd") != llvm::StringRef::npos
		     || f->getName().find("mad") != llvm::StringRef::npos);
}

uint64_t flops_of(const Instruction *i, const oclgrind::TypedValue &result)
{
	switch (i->getOpcode()) {
	case Instruction::FAdd: case Instruction::FSub:
	case Instruction::FMul: case Instruction::FDiv:
		return result.num;
	default:
		return is_fma(i) ? 2 * result.num : 0;
	}
}

class Warps : public oclgrind::Plugin {
public:
	explicit Warps(const oclgrind::Context *context)
		: Plugin(context), lanes_(setting("WARP_LANES", 32)),
		  widest_(setting("WARP_WIDEST", 16))
	{
	}

	void kernelBegin(const oclgrind::KernelInvocation *k) override
	{
		counts_ = Counts();
		name_ = k->getKernel()->getName();
		local_ = k->getLocalSize();
		global_ = k->getGlobalSize();
	}

	void kernelEnd(const oclgrind::KernelInvocation *) override
	{
		const char *path = getenv("WARP_OUT");
		FILE *out = path ? fopen(path, "a") : stderr;

		if (!out) {
			perror(path);
			return;
		}
		print(out);
		if (path)
			fclose(out);
	}

	void memoryLoad(const oclgrind::Memory *m, const oclgrind::WorkItem *w,
			size_t address, size_t size) override
	{
		touch(m, w, address, size, false);
	}

	/* The store of an atomic operation goes with its load. */
	void memoryAtomicLoad(const oclgrind::Memory *m,
			      const oclgrind::WorkItem *w, oclgrind::AtomicOp,
			      size_t address, size_t size) override
	{
		counts_.atomics++;
		touch(m, w, address, size, false, true);
	}

	void memoryStore(const oclgrind::Memory *m, const oclgrind::WorkItem *w,
			 size_t address, size_t size, const uint8_t *) override
	{
		touch(m, w, address, size, true);
	}

	void instructionExecuted(const oclgrind::WorkItem *w,
				 const Instruction *i,
				 const oclgrind::TypedValue &result) override
	{
		const uint64_t item = number_of(w);
		uint64_t count = is_fma(i) ? result.num : issues(i, result);

		counts_.flops += flops_of(i, result);
		counts_.instructions += count;
		if (per_item_.size() <= item)
			per_item_.resize(item + 1);
		per_item_[item] += count;
	}

	void workGroupBarrier(const oclgrind::WorkGroup *, uint32_t) override
	{
		counts_.barriers++;
	}

	void workGroupComplete(const oclgrind::WorkGroup *) override
	{
		counts_.groups++;
		for (auto &request : requests_)
			count(request.first, request.second);
		requests_.clear();
		times_.clear();
		counts_.group_sectors += group_.size();
		group_.clear();
		for (size_t i = 0; i < per_item_.size(); i += lanes_)
			counts_.warp_instructions += *std::max_element(
				per_item_.begin() + (ptrdiff_t)i,
				per_item_.begin() + (ptrdiff_t)std::min(
					per_item_.size(), i + lanes_));
		per_item_.clear();
	}

	bool isThreadSafe() const override { return false; }

private:
	uint64_t lanes_, widest_;
	std::string name_;
	oclgrind::Size3 local_, global_;
	Counts counts_;
	std::unordered_map<RequestKey, Request, Hash> requests_;
	std::unordered_map<ItemKey, uint64_t, Hash> times_;
	std::unordered_set<uint64_t> group_; /* sectors it has loaded */
	std::vector<uint64_t> per_item_;     /* instructions */

	uint64_t number_of(const oclgrind::WorkItem *w) const
	{
		const oclgrind::Size3 id = w->getLocalID();

		return id.x + local_.x * (id.y + local_.y * id.z);
	}

	void touch(const oclgrind::Memory *m, const oclgrind::WorkItem *w,
		   size_t address, size_t size, bool store,
		   bool atomic = false)
	{
		const unsigned space = m->getAddressSpace();
		const Instruction *at = w->getCurrentInstruction();
		const uint64_t item = number_of(w);

		if (space == oclgrind::AddrSpacePrivate)
			return;
		RequestKey key = { at, item / lanes_,
				   times_[{ at, item, store }]++, 0, store,
				   space == oclgrind::AddrSpaceLocal, atomic };
		for (size_t done = 0; done < size; done += widest_) {
			access(key, address + done,
			       std::min((size_t)widest_, size - done));
			key.part++;
		}
	}

	void access(const RequestKey &key, size_t address, size_t size)
	{
		Request &request = requests_[key];
		const size_t unit = key.local ? WORD : SECTOR;
		Side &side = key.store ? counts_.stores : counts_.loads;

		request.lanes++;
		for (size_t u = address / unit; u <= (address + size - 1) / unit;
		     u++) {
			request.units.push_back(u);
			if (key.local)
				continue;
			side.touched.insert(u);
			if (!key.store)
				group_.insert(u);
		}
		if (!key.local)
			side.bytes += size;
	}

	void count(const RequestKey &key, Request &request)
	{
		std::vector<uint64_t> &units = request.units;
		unsigned words[BANKS] = { 0 }, most = 0;
		Side &side = key.store ? counts_.stores : counts_.loads;

		std::sort(units.begin(), units.end());
		if (!key.atomic || !key.local)
			units.erase(std::unique(units.begin(), units.end()),
				    units.end());
		if (!key.local) {
			side.requests++;
			side.lanes += request.lanes;
			side.sectors += units.size();
			return;
		}
		for (uint64_t word : units)
			most = std::max(most, ++words[word % BANKS]);
		counts_.local_requests++;
		counts_.wavefronts += most;
	}

	void print_side(FILE *out, const char *name, const Side &side) const
	{
		fprintf(out, ", \"%s\": {\"requests\": %lu, \"sectors\": %lu, "
			"\"bytes\": %lu, \"lanes\": %lu, \"touched\": %zu}",
			name, side.requests, side.sectors, side.bytes,
			side.lanes, side.touched.size());
	}

	void print(FILE *out) const
	{
		fprintf(out, "{\"kernel\": \"%s\", \"global\": [%zu, %zu, %zu], "
			"\"local\": [%zu, %zu, %zu], \"groups\": %lu",
			name_.c_str(), global_.x, global_.y, global_.z,
			local_.x, local_.y, local_.z, counts_.groups);
		print_side(out, "loads", counts_.loads);
		print_side(out, "stores", counts_.stores);
		fprintf(out, ", \"group_sectors\": %lu, \"local_requests\": %lu, "
			"\"wavefronts\": %lu, \"atomics\": %lu, "
			"\"barriers\": %lu, "
			"\"instructions\": %lu, \"warp_instructions\": %lu, "
			"\"flops\": %lu}\n", counts_.group_sectors,
			counts_.local_requests, counts_.wavefronts,
			counts_.atomics, counts_.barriers, counts_.instructions,
			counts_.warp_instructions, counts_.flops);
	}
};

Warps *warps;

} /* namespace */

extern "C" void initializePlugins(oclgrind::Context *context)
{
	warps = new Warps(context);
	context->registerPlugin(warps);
}

extern "C" void releasePlugins(oclgrind::Context *context)
{
	context->unregisterPlugin(warps);
	delete warps;
}
