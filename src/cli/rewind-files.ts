import { randomUUID } from 'node:crypto'
import { createHistory } from '../engine/parts/file-history.ts'
import { SessionError } from '../features/sessions/session-error.ts'
import { findPlace, historyOf, type Process, placeOf } from '../host/compose.ts'
import { gatherSettings } from '../host/gather-settings.ts'
import { prepareSession } from '../host/prepare-session.ts'
import type { RunOptions } from './args/run-options.ts'
import { ExitError } from './exit-error.ts'
import { renderCutOff, renderOutcome, renderPlan } from './render-rewind.ts'

/** `--resume <id> --rewind-files <message>`: lists what it will do, does it, says what it did. Asks no model. */
export const rewindFiles = async (
  options: RunOptions,
  messageUuid: string,
  from: Process,
): Promise<number> => {
  const start = findPlace(from)
  const gathered = gatherSettings(options, { ...start, env: from.env })
  const env = { ...from.env, ...gathered.settings.env }
  const place = placeOf(options, { ...start, env, gathered })
  await using session = await openSession(options, { ...start, version: from.version })
  const history = createHistory({
    config: {
      place: { ...place, ...historyOf(options, { ...start, env, sessionId: session.id }) },
      session,
      means: { now: () => new Date(), newId: randomUUID, elapsed: () => performance.now() },
    },
    live: { roots: place.roots },
    tasks: () => [],
    emit: event => {
      if (event.type === 'notice') process.stderr.write(`${event.text}\n`)
    },
    forget: () => undefined,
  })
  const request = { messageUuid, force: options.rewindForce === true }
  const show = (text: string): void => {
    if (options.outputFormat === 'text') process.stdout.write(text)
  }
  const plan = await history.rewind({ ...request, dryRun: true }, { running: false })
  const cutOff = renderCutOff(plan, session.id)
  if (!plan.canRewind) throw new ExitError(1, [plan.error, cutOff].join('\n').trimEnd())
  show(cutOff)
  show(renderPlan(plan, { cwd: place.cwd, dryRun: options.dryRun === true }))
  const report = options.dryRun ? plan : await history.rewind(request, { running: false })
  // What was possible a moment ago may be no more: a rewind that did not happen must not look like one that did.
  if (!report.canRewind) throw new ExitError(1, report.error)
  if (options.outputFormat !== 'text') process.stdout.write(`${JSON.stringify(report)}\n`)
  else if (!options.dryRun) show(renderOutcome(plan, report, { cwd: place.cwd, sessionId: session.id }))
  return 0
}

const openSession = async (
  options: RunOptions,
  at: { readonly cwd: string; readonly configHome: string; readonly version: string },
) => {
  try {
    return await prepareSession(options, {
      ...at,
      entrypoint: 'cli',
      newId: randomUUID,
      onError: error => void process.stderr.write(`${error instanceof Error ? error.message : error}\n`),
      onNotice: text => void process.stderr.write(`${text}\n`),
    })
  } catch (error) {
    if (error instanceof SessionError) throw new ExitError(1, error.message)
    throw error
  }
}
