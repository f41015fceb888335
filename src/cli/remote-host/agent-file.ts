import { fillIn } from '../../lib/older-runtime/fill-in.ts'

/** The agent as a file of its own, for machines on which the program itself does not run. */
const [runtime = process.execPath, script = ''] = process.argv
if (!Map.prototype.getOrInsertComputed) fillIn()
const { runRemoteAgent } = await import('./remote-agent.ts')
process.exitCode = await runRemoteAgent(process.argv.slice(2), [runtime, script])
process.exit()
