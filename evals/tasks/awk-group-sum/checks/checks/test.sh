#!/bin/bash
[ -f sums.awk ] || { echo "there is no sums.awk"; exit 1; }
said=$(printf 'name,amount\nzoe,2.5\nana,1\nbroken\nzoe,-0.25\nana,x\nbo,3,4\nana,10\n' | LC_ALL=C awk -f sums.awk)
[ "$said" = "zoe 2.25
ana 11.00" ] || { echo "got:"; echo "$said"; exit 1; }
