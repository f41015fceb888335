// Prints the wire form of every built-in tool in both languages as JSON; the build puts it into the program.
import { describeTool } from '../src/features/tools/describe.ts'
import { toolRows } from '../src/features/tools/index.ts'

const tools = await Promise.all(Object.values(toolRows).map(row => row.load()))
process.stdout.write(
  JSON.stringify({
    en: tools.map(tool => describeTool(tool)),
    zh: tools.map(tool => describeTool(tool, 'zh')),
  }),
)
