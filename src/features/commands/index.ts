import type { Command } from '../../protocol/command.ts'
import { cacheCommand } from './cache.ts'
import { clearCommand } from './clear.ts'
import { compactCommand } from './compact.ts'
import { contextCommand } from './context.ts'
import { costCommand } from './cost.ts'
import { dreamCommand } from './dream.ts'
import { helpCommand } from './help.ts'
import { memoryCommand } from './memory.ts'
import { modelCommand } from './model.ts'
import { rewindCommand } from './rewind.ts'
import { todosCommand } from './todos.ts'

/** Every command a person can type, in the order of /help. */
export const COMMANDS: readonly Command[] = [
  helpCommand,
  clearCommand,
  compactCommand,
  contextCommand,
  cacheCommand,
  costCommand,
  memoryCommand,
  dreamCommand,
  modelCommand,
  rewindCommand,
  todosCommand,
]
