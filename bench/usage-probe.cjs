// Preloaded (`node --require`) into a measured program; at its end it leaves the peak of its memory in $BENCH_USAGE.
// getrusage will not do: after a vfork it still counts the parent's memory.
const { readFileSync, writeFileSync } = require('node:fs')

process.on('exit', () => {
  const status = readFileSync('/proc/self/status', 'utf8')
  const peakKb = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1])
  writeFileSync(process.env.BENCH_USAGE, JSON.stringify({ peakKb }))
})
