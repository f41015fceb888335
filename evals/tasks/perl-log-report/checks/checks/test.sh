#!/bin/bash
said=$(perl report.pl <<'END'
2026-03-07T10:05:09Z ERROR disk
2026-03-07T00:05:09Z ERROR disk
2026-03-07T00:59:59Z ERROR net
2026-03-07T12:00:00Z INFO no ERROR here
2026-03-07T20:00:00Z ERROR late
ERROR without a time
END
)
[ "$said" = "00 2
10 1
20 1" ] || { echo "got:"; echo "$said"; exit 1; }
