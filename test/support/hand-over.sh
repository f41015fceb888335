#!/bin/bash
# Started in the place of a program: hands its arguments and what it was told in the environment to whoever listens on the
# port, and ends as told. A shell, for it starts in a tenth of the time that a runtime takes.
exec 3<>"/dev/tcp/127.0.0.1/$CAPSTAN_TEST_PORT" || exit 1
{
  printf '%s\0' "$#" "$@"
  env -0
  printf '\0'
} >&3
read -r code <&3
cat <&3 >&2
exit "$code"
