#!/bin/sh
# Builds the slot init and the fork of warm interpreters for both architectures
# with the pinned compiler, a C compiler that comes as the Python package
# ziglang. Usage: build.sh PYTHON OUTDIR [ARCH...]
set -eu
cd "$(dirname "$0")"
python=$1 out=$2
shift 2
[ $# -gt 0 ] || set -- amd64 arm64
for arch in "$@"; do
	case $arch in
	amd64) target=x86_64-linux ;;
	arm64) target=aarch64-linux ;;
	esac
	flags="-Os -s -std=c11 -Wall -Wextra -Wno-missing-field-initializers -fno-stack-protector -fno-sanitize=all -ffile-prefix-map=$PWD=."
	"$python" -m ziglang cc -target "$target-musl" -static $flags -o "$out/init-linux-$arch" \
		main.c mounts.c cell.c collect.c zygote.c run.c flat.c
	"$python" -m ziglang cc -target "$target-musl" -shared -fPIC -nostdlib -ffreestanding -fvisibility=hidden $flags \
		-Wl,-soname,fork.so -o "$out/fork-linux-$arch.so" fork.c
done
