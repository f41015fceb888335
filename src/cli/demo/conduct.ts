import { type Paint, sayIn, speaking } from '../../frontends/plain/paint.ts'
import { type PlainState, startPlain } from '../../frontends/plain/plain-state.ts'
import { showEnding } from '../../frontends/plain/show-ending.ts'
import { showEvent } from '../../frontends/plain/show-event.ts'
import { isDangerous, showAnswer } from '../../frontends/plain/show-question.ts'
import { yesNoHint } from '../../frontends/plain/yes-no-hint.ts'
import type { Engine } from '../../protocol/engine.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { inEnglish, type Localize, type Text } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionRequest } from '../../protocol/permission.ts'
import type { YesNo } from './line-reader.ts'

/** `enter`: what Enter alone says. */
type Ask = (again: () => Promise<void> | void, enter: 'yes' | 'no') => Promise<YesNo>

export interface Stage {
  readonly engine: Engine
  readonly cwd: string
  readonly paint: Paint
  /** The language of notices, answers and errors; absent: English. */
  readonly localize?: Localize
  readonly signal: AbortSignal
  write(text: string): Promise<void> | void
  /** Undefined: the script answers. */
  readonly ask?: Ask | undefined
  /** Before a question is shown: what was typed so far does not answer it. */
  beforeAsking?(): Promise<void>
  /** What it cost, when that is not what the report says. */
  readonly cost?: Text
  /** Time to read a question that the script is about to answer. */
  pause(): Promise<void>
}

/** Plays one turn on the screen. `left`: the person went away before its end. */
export const conduct = async (stage: Stage, prompt: string): Promise<'done' | 'left'> => {
  const { engine, signal, paint } = stage
  await using events = engine.events()
  const leave = (): void => void engine.send({ type: 'interrupt', cancelQueued: true, reason: 'signal' })
  signal.addEventListener('abort', leave, { once: true })
  let left = false
  try {
    let state: PlainState = startPlain(stage.cwd, stage.localize)
    await engine.send({ type: 'submit', content: prompt })
    if (signal.aborted) leave()
    for await (const event of events) {
      const shown = showEvent(state, event, paint)
      state = shown.state
      if (event.type === 'permission_request' && stage.ask) await stage.beforeAsking?.()
      if (shown.text !== '') await stage.write(shown.text)
      if (event.type === 'permission_request' && (await settle(stage, event.request)) === 'gone') {
        left = true
        leave()
        await stage.write('\n')
      }
      if (event.type === 'turn_ended' && !event.agent) {
        await stage.write(`\n${showEnding(event, paint, { price: stage.cost, localize: stage.localize })}`)
        break
      }
    }
  } finally {
    signal.removeEventListener('abort', leave)
  }
  return left || signal.aborted ? 'left' : 'done'
}

const settle = async (stage: Stage, request: PermissionRequest): Promise<YesNo> => {
  const { id } = request
  const answer = await answerOf(stage, isDangerous(request) ? 'no' : 'yes')
  if (answer === 'gone') return answer
  try {
    await stage.engine.send({
      type: 'answer_permission',
      id,
      answer: answer === 'yes' ? { behavior: 'allow' } : { behavior: 'deny', message: '' },
    })
  } catch (error) {
    // The turn ended while the person was thinking: nobody waits for the answer any more.
    if (!(error instanceof OpError)) throw error
  }
  return answer
}

const answerOf = async (
  { ask, pause, signal, write, ...stage }: Stage,
  enter: 'yes' | 'no',
): Promise<YesNo> => {
  const paint = speaking(stage.paint, stage.localize ?? inEnglish)
  const again = `${sayIn(paint, answerText('answer_again'))} ${sayIn(paint, yesNoHint(enter))}`
  if (ask) return await ask(() => write(`    ${paint('yellow', again)} `), enter)
  await pause()
  if (signal.aborted) return 'gone'
  await write(showAnswer('yes', paint))
  return 'yes'
}
