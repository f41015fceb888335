import { test } from 'vitest'
import { toolRows } from '../../src/features/tools/index.ts'
import { fuzzTool } from '../support/fuzz-tool.ts'

// One round; `npm run test:long` plays fifty.
test.each(Object.keys(toolRows))(
  'whatever %s is given, every call gets a result and the turn completes',
  name => fuzzTool(name, 1),
)
