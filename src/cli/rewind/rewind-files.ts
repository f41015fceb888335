import { openFileHistory } from '../../host/session/file-history.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import type { RunOptions } from '../args/run-options.ts'
import { ExitError } from '../exit-error.ts'
import { localizeFor, problemSayer } from '../in-ui-language.ts'
import { openRequestOf } from '../open-request.ts'
import type { Process } from '../process.ts'
import { renderCutOff, renderOutcome, renderPlan } from './render-rewind.ts'

/** `--resume <id> --rewind-files <message>`: lists what it will do, does it, says what it did. Asks no model. */
export const rewindFiles = async (
  options: RunOptions,
  messageUuid: string,
  from: Process,
): Promise<number> => {
  const warn = await problemSayer(from.env, options.settings)
  await using history = await openFileHistory({ ...openRequestOf(options, from), warn }, from)
  const { cwd, sessionId } = history
  const request = { messageUuid, force: options.rewindForce === true }
  const localize = await localizeFor(from.env, options.settings)
  const show = (text: Text): void => {
    if (options.outputFormat === 'text') process.stdout.write(localize(text))
  }
  const plan = await history.rewind({ ...request, dryRun: true })
  const cutOff = renderCutOff(plan, sessionId)
  if (!plan.canRewind)
    throw new ExitError(1, lines(cutOff === '' ? [plan.localized] : [plan.localized, cutOff]))
  show(cutOff)
  show(renderPlan(plan, { cwd, dryRun: options.dryRun === true }))
  const report = options.dryRun ? plan : await history.rewind(request)
  // What was possible a moment ago may be no more: a rewind that did not happen must not look like one that did.
  if (!report.canRewind) throw new ExitError(1, report.localized)
  if (options.outputFormat !== 'text') process.stdout.write(`${JSON.stringify(report)}\n`)
  else if (!options.dryRun) show(renderOutcome(plan, report, { cwd, sessionId }))
  return 0
}
