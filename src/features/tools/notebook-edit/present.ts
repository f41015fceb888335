import type { Present } from '../../../protocol/messages/presentation.ts'
import { presentChange } from '../change-present.ts'

export const present: Present = (input, output) =>
  presentChange({ input, output }, { action: 'edit', before: {} })
