import { runRemoteAgent } from './remote-agent.ts'

/** The agent as a file of its own, for machines on which the program itself does not run. */
const [runtime = process.execPath, script = ''] = process.argv
process.exitCode = await runRemoteAgent(process.argv.slice(2), [runtime, script])
process.exit()
