// Prints the wire form of every built-in tool as JSON; the build stores it beside the program.
import { describeTool } from '../src/features/tools/describe.ts'
import { toolRows } from '../src/features/tools/index.ts'

const tools = await Promise.all(Object.values(toolRows).map(row => row.load()))
process.stdout.write(JSON.stringify(tools.map(describeTool)))
