#!/bin/sh
# stamp.sh: what Coq has checked or is to check: hashes of the definitions, the
# proofs, the scripts and the certificates.
# usage: stamp.sh PROOFS CERTIFICATES
certificates=$(cd "$2" && pwd)
cd "$1" && sha256sum ./*.v ./*.sh ./golden.*
cd "$certificates" && sha256sum ./Derivation_*.v
