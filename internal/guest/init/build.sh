#!/bin/sh
# Builds the slot init for both architectures with the pinned compiler, a C
# compiler that comes as the Python package ziglang. Usage: build.sh PYTHON OUTDIR
set -eu
cd "$(dirname "$0")"
python=$1 out=$2
for pair in amd64:x86_64 arm64:aarch64; do
	"$python" -m ziglang cc -target "${pair#*:}-linux-musl" -static -Os -s -std=c11 \
		-Wall -Wextra -Wno-missing-field-initializers -fno-stack-protector -fno-sanitize=all \
		-ffile-prefix-map="$PWD"=. -o "$out/init-linux-${pair%:*}" \
		main.c mounts.c cell.c collect.c zygote.c run.c
done
