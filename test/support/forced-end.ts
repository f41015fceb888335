export const FORCED_END = 'ended by force'

const SOURCE = `const { reallyExit } = process
process.reallyExit = code => {
  process._rawDebug(${JSON.stringify(FORCED_END)})
  reallyExit.call(process, code)
}`

/** Environment of a program that says when it did not end by itself: by force it waits for threads that may wait for it. */
export const SAYS_FORCED_END = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(SOURCE)}`,
}
