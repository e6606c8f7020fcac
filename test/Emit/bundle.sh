#!/bin/sh
# bundle.sh BUILD OUT < candidates: builds what companion-bench needs to check and time candidates on another machine.
# Each line of the input: a name, then arguments of companion-gen. '#' starts a comment. CHIP (default sm_90) is the target.
set -eu
Build=$1 Out=$2 Chip=${CHIP:-sm_90}
Gen=$Build/test/Emit/companion-gen
Ptxas=${PTXAS:-/usr/local/cuda/bin/ptxas}
mkdir -p "$Out"
: > "$Out/manifest.txt"
: > "$Out/resources.txt"
cp "$Build/test/Emit/companion-bench" "$Out/"
while read -r Name Args; do
  case $Name in '' | '#'*) continue ;; esac
  # shellcheck disable=SC2086
  "$Gen" "chip=$Chip" "name=$Name" $Args print=ptx "out=$Out/$Name.ptx"
  # shellcheck disable=SC2086
  "$Gen" "chip=$Chip" "name=$Name" $Args print=launch >> "$Out/manifest.txt"
  "$Ptxas" -v -arch="$Chip" "$Out/$Name.ptx" -o "$Out/$Name.cubin" 2> "$Out/$Name.log"
  rm "$Out/$Name.ptx"
  Registers=$(sed -n 's/.*Used \([0-9]*\) registers.*/\1/p' "$Out/$Name.log")
  Spills=$(sed -n 's/.*frame, \([0-9]* bytes spill stores, [0-9]* bytes spill loads\).*/\1/p' "$Out/$Name.log")
  rm "$Out/$Name.log"
  echo "$Name: $Registers registers, $Spills" | tee -a "$Out/resources.txt"
done
