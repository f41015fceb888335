// Runs the built program several times in one process, with the variables and arguments it is given, and keeps what all of
// them compiled. What is kept of a script is kept by the first process that loads it: one run would leave the rest cold.
import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [dist = '', runs = '[]'] = process.argv.slice(2)

/**
 * What has not run for a while would be forgotten before the end, and what ran often marked as worth compiling well at
 * once, which a start has no time for.
 */
const FLAGS = ['flush-bytecode', 'sparkplug', 'maglev', 'turbofan']

// On a busy machine a run takes longer than the second after which the program would keep what it has and change the
// engine's flags.
const { emit } = process
process.emit = (name, ...args) => name !== 'capstan:keep' && emit.call(process, name, ...args)
const v8 = process.getBuiltinModule('node:v8')
const { setFlagsFromString } = v8
v8.setFlagsFromString = () => undefined

// Nor may it find the time for what it does while the model thinks (see warm-up.ts): that is loaded when it waits anyway,
// and what is kept of it would make every start longer.
const { setTimeout } = globalThis
const SOON_MS = 100
globalThis.setTimeout = (call, ms, ...args) => setTimeout(call, ms < SOON_MS ? ms + 2_000 : ms, ...args)

enableCompileCache(resolve(dist, 'compile-cache'))
for (const flag of FLAGS) setFlagsFromString(`--no-${flag}`)
// What is kept counts for the flags that people start it with.
process.on('exit', () => {
  for (const flag of FLAGS) setFlagsFromString(`--${flag}`)
})
const { dispatch, main } = await import(pathToFileURL(resolve(dist, 'main.mjs')).href)
const own = { ...process.env }
const all = JSON.parse(runs)
for (const [at, { args, env }] of all.entries()) {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, own, env)
  process.argv.splice(1, process.argv.length, resolve(dist, 'cli.mjs'), ...args)
  // The last one is the program itself, which ends the process.
  if (at === all.length - 1) await main()
  else await dispatch(args)
}
