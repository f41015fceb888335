import { describeError } from '../../../protocol/messages/localized-text.ts'
import type { Op } from '../../../protocol/op.ts'
import type { Ui } from '../ui/ui.ts'

/** Sends it and says what came of it. False when it was refused. */
export const sendOp = async (ui: Pick<Ui, 'engine' | 'toast'>, op: Op, done?: string): Promise<boolean> => {
  try {
    await ui.engine.send(op)
    if (done !== undefined) ui.toast(done, 'good')
    return true
  } catch (error) {
    ui.toast(describeError(error), 'error')
    return false
  }
}
