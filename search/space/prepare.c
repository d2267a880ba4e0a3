#include "search/space/prepare.h"

#include "search/schedule/schedule.h"

/* Views that cancel, views moved inwards below maps, maps fused. */
static const char tidy_rules[] =
	"join_split split_join_id joinVec_splitVec splitVec_joinVec "
	"transpose_transpose take_all drop_none concat_empty concat_to_empty "
	"unzip_zip splitVec_lanes lanes_splitVec "
	"split_map take_map drop_map transpose_map splitVec_map head_map "
	"take_zip drop_zip head_zip splitVec_zip "
	"fill_map split_fill join_fill splitVec_fill transpose_fill head_fill "
	"map_map reduceSeq_map mapVec_mapVec mapVec_right "
	"zip_map_left zip_map_right map_zip_left map_zip_right "
	"map_zip_outer map_zip_first";

void prepare_rules(Task *task)
{
	task->tidy = rewrite_set(task->rewriter, tidy_rules);
}

const Derivation *prepare(const Task *task, const Derivation *from)
{
	const Schedules *all = task->schedules;
	const Path root = path_root();
	const Derivation *now;
	char reason[256];

	now = block_apply(task, all, schedules_find(all, "prepare"), from, &root,
			  0, NULL, reason);
	return now ? now : from;
}
