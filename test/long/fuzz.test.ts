import { test } from 'vitest'
import { toolRows } from '../../src/features/tools/index.ts'
import { fuzzTool } from '../support/fuzz-tool.ts'

test.each(Object.keys(toolRows))(
  'thousands of hostile calls of %s each get a result and their turns complete',
  name => fuzzTool(name, 50),
)
