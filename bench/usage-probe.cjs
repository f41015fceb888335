// Preloaded (`node --require`) into a measured program; at its end it leaves the peak of its memory in $BENCH_USAGE.
const { readFileSync, writeFileSync } = require('node:fs')

/** getrusage comes second: on Linux it still counts the memory of the parent the process was forked from. */
const peakKb = () => {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
  } catch {
    return process.resourceUsage().maxRSS // no /proc here
  }
}

process.on('exit', () => writeFileSync(process.env.BENCH_USAGE, JSON.stringify({ peakKb: peakKb() })))
