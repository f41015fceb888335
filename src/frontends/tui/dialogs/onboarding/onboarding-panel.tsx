import { type ReactNode, useRef } from 'react'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { errorText } from '../../../../lib/error-text.ts'
import type { PanelProps } from '../../panel.ts'
import type { LocalServer, OnboardingPort } from '../../ports/onboarding-port.ts'
import type { Words } from '../../text/words.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import { useUi } from '../../ui.ts'
import { useKeys } from '../../use-keys.ts'
import { type Live, useLive } from '../../use-live.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import { panelRows } from '../panel-room.ts'
import { KeyField } from './key-field.tsx'
import { useServers } from './use-servers.ts'
import { type WayOn, waysOn } from './ways-on.ts'

export interface OnboardingParams {
  readonly onboarding: OnboardingPort
  /** `/login`: somebody who has been here before. */
  readonly again?: boolean
  done(answer: 'ready' | 'leave'): void
}

/** Where somebody is; `problem` is why the last attempt failed. */
type Step = { readonly problem?: string } & (
  | { readonly at: 'ways' | 'working' }
  | { readonly at: 'key'; readonly begun?: string }
  | { readonly at: 'model'; readonly server: LocalServer }
)

/** Nobody to talk to yet: a key, a server on this machine, or the demo. */
export const OnboardingPanel = ({ params, close }: PanelProps<OnboardingParams>): ReactNode => {
  const ui = useUi()
  const words = ui.words.dialogs
  const step = useLive<Step>(() => ({ at: 'ways' }))
  const search = useServers(params.onboarding)
  const left = useRef(false)
  const finish = (answer: 'ready' | 'leave'): void => {
    if (left.current) return
    left.current = true
    params.done(answer)
    close()
  }
  const attempt = (from: Step, work: Promise<Outcome>): void => {
    step.set({ at: 'working' })
    work.then(
      outcome => {
        if (outcome && 'problem' in outcome) return step.set({ ...from, problem: outcome.problem })
        if (outcome) ui.note(outcome.said)
        finish('ready')
      },
      (error: unknown) => step.set({ ...from, problem: errorText(error) }),
    )
  }
  useKeys('Confirmation', ({ action }) => {
    if (action !== 'app:interrupt') return false
    finish('leave')
    return true
  })
  const { provider } = params.onboarding
  const deps = { onboarding: params.onboarding, words, step, attempt, finish, again: search.again }
  const now = step.shown
  const problem = now.problem === undefined ? [] : [ui.theme.paint('bad', safeLine(now.problem))]
  const hints = now.at === 'ways' ? words.hintLeave : words.hintBack
  return (
    <DialogFrame
      title={now.at === 'model' ? words.whichModel : params.again ? words.signIn : words.welcome}
      hints={now.at === 'key' ? words.fieldHint : `${words.hintChoose} · ${hints}`}
    >
      <Lines lines={wrapAnsi(introOf(now, params, words), ui.width - 2)} />
      <Lines lines={[...problem.flatMap(line => wrapAnsi(line, ui.width - 2)), '']} />
      {now.at === 'working' ? (
        <Lines lines={[words.working]} />
      ) : now.at === 'key' ? (
        <KeyField
          label={words.keyLabel(provider.name)}
          {...(now.begun === undefined ? {} : { begun: now.begun })}
          save={key => attempt({ at: 'key' }, saveKey(key, deps))}
          back={() => step.set({ at: 'ways' })}
        />
      ) : now.at === 'model' ? (
        <ModelList server={now.server} deps={deps} />
      ) : (
        <SelectList
          options={waysOn({ ...search, provider: provider.name }, words)}
          rows={panelRows(ui, 2)}
          onChoose={way => take(way, deps)}
          onText={begun => step.set({ at: 'key', begun })}
          onCancel={() => finish('leave')}
        />
      )}
    </DialogFrame>
  )
}

/** What is said when something was stored, or why it was not. */
type Outcome = { readonly said: string } | { readonly problem: string } | undefined

const introOf = (
  { at }: Step,
  { onboarding: { provider }, again }: OnboardingParams,
  words: Words['dialogs'],
) =>
  at === 'key' ? words.keyIntro(provider.name, provider.keysAt) : again ? words.signInText : words.welcomeText

const saveKey = async (text: string, { onboarding, words }: Deps): Promise<Outcome> => {
  const answer = await onboarding.saveKey(text)
  const { name } = onboarding.provider
  return answer.kind === 'refused'
    ? { problem: words.keyProblem(answer.problem, name) }
    : { said: words.keySaved(answer, name) }
}

const takeServer = async (
  { baseUrl, name }: LocalServer,
  model: string,
  { onboarding, words }: Deps,
): Promise<Outcome> => {
  const file = await onboarding.chooseLocal(baseUrl, model)
  return { said: words.serverSaved({ name: safeLine(name), model: safeLine(model), file }) }
}

interface Deps {
  readonly words: Words['dialogs']
  readonly onboarding: OnboardingPort
  readonly step: Live<Step>
  attempt(from: Step, work: Promise<Outcome>): void
  finish(answer: 'leave'): void
  again(): void
}

const take = (way: WayOn, deps: Deps): void => {
  const { onboarding, step, attempt, finish, again } = deps
  if (step.now().at !== 'ways') return
  if (way.kind === 'server') {
    const { server } = way
    const [only, ...more] = server.models
    if (more.length > 0) step.set({ at: 'model', server })
    else if (only !== undefined) attempt({ at: 'ways' }, takeServer(server, only, deps))
  } else if (way.kind === 'key') step.set({ at: 'key' })
  else if (way.kind === 'again') again()
  else if (way.kind === 'demo')
    attempt(
      { at: 'ways' },
      onboarding.demo().then(() => undefined),
    )
  else finish('leave')
}

const ModelList = ({ server, deps }: { readonly server: LocalServer; readonly deps: Deps }): ReactNode => {
  const ui = useUi()
  const { step, attempt } = deps
  return (
    <SelectList
      filter
      options={server.models.map(model => ({ value: model, label: safeLine(model) }))}
      rows={panelRows(ui, 3)}
      onChoose={model => attempt({ at: 'model', server }, takeServer(server, model, deps))}
      onCancel={() => step.set({ at: 'ways' })}
    />
  )
}
