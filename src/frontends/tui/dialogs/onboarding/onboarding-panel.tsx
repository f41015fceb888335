import { type ReactNode, useRef } from 'react'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { describeError, type Text } from '../../../../protocol/messages/localized-text.ts'
import type { OnboardingPort } from '../../ports/onboarding-port.ts'
import type { Words } from '../../text/words.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { useLive } from '../../ui/use-live.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import { panelRows } from '../panel-room.ts'
import { BrowserStep } from './browser-step.tsx'
import { HowList, ModelList, ProviderList } from './choice-lists.tsx'
import { KeyField } from './key-field.tsx'
import { type Deps, type Outcome, saveKey, stepFor, takeServer } from './onboarding-deps.ts'
import { type SignInOption, signInOptions } from './sign-in-options.ts'
import type { Step } from './step.ts'
import { useServers } from './use-servers.ts'

export interface OnboardingParams {
  readonly onboarding: OnboardingPort
  /** `/login`: somebody who has been here before. */
  readonly again?: boolean
  /** `/login openai`: where they want to go. */
  readonly provider?: string
  /** Why what was stored is not enough; '' when nothing was. */
  readonly problem?: Text
  done(answer: 'ready' | 'leave'): void
}

/** Nobody to talk to yet: a key or a sign-in, a server on this machine, or the demo. */
export const OnboardingPanel = ({ params, close }: PanelProps<OnboardingParams>): ReactNode => {
  const ui = useUi()
  const words = ui.words.dialogs
  const step = useLive<Step>(() => firstStep(params, ui.words))
  const search = useServers(params.onboarding)
  const left = useRef(false)
  const finish = (answer: 'ready' | 'leave'): void => {
    if (left.current) return
    left.current = true
    params.done(answer)
    close()
  }
  const settle = (from: Step, outcome: Outcome): void => {
    if (outcome && 'problem' in outcome) step.set({ ...from, problem: outcome.problem })
    else {
      if (outcome) ui.note(outcome.said)
      finish('ready')
    }
  }
  const attempt = (from: Step, work: Promise<Outcome>): void => {
    step.set({ at: 'working' })
    work.then(
      outcome => settle(from, outcome),
      (error: unknown) => step.set({ ...from, problem: ui.words.localize(describeError(error)) }),
    )
  }
  useKeys('Confirmation', ({ action }) => {
    if (action !== 'app:interrupt') return false
    finish('leave')
    return true
  })
  const deps: Deps = {
    onboarding: params.onboarding,
    words,
    localize: ui.words.localize,
    step,
    attempt,
    settle,
    finish,
    again: search.again,
  }
  const now = step.shown
  const problem = now.problem ? [ui.theme.paint('bad', safeLine(now.problem))] : []
  const said = [introOf(now, params, words), ...problem].filter(line => line !== '')
  return (
    <DialogFrame title={titleOf(now, params, words)} hints={hintsOf(now, params, words)}>
      <Lines
        lines={[...said.flatMap(line => wrapAnsi(line, ui.width - 2)), ...(said.length > 0 ? [''] : [])]}
      />
      {now.at === 'ways' ? (
        <SelectList
          options={signInOptions(
            { ...search, providers: params.onboarding.choices(), again: params.again === true },
            words,
          )}
          rows={panelRows(ui, 2)}
          onChoose={way => take(way, deps)}
          onText={begun => step.set({ at: 'key', provider: params.onboarding.choices()[0], begun })}
          onCancel={() => finish('leave')}
        />
      ) : (
        <StepBody now={now} deps={deps} />
      )}
    </DialogFrame>
  )
}

const StepBody = ({ now, deps }: { readonly now: Step; readonly deps: Deps }): ReactNode => {
  const { words, step, attempt } = deps
  switch (now.at) {
    case 'key':
      return (
        <KeyField
          label={words.keyLabel(safeLine(now.provider.title))}
          {...(now.begun === undefined ? {} : { begun: now.begun })}
          save={key => attempt({ at: 'key', provider: now.provider }, saveKey(key, now.provider, deps))}
          back={() => step.set({ at: 'ways' })}
        />
      )
    case 'providers':
      return <ProviderList deps={deps} />
    case 'how':
      return <HowList provider={now.provider} deps={deps} />
    case 'away':
      return <BrowserStep provider={now.provider} way={now.way} deps={deps} />
    case 'model':
      return <ModelList server={now.server} deps={deps} />
    default:
      return <Lines lines={[words.working]} />
  }
}

const firstStep = ({ onboarding, provider: wanted, problem = '' }: OnboardingParams, words: Words): Step => {
  if (wanted === undefined) return { at: 'ways', problem: words.localize(problem) }
  const name = wanted.toLowerCase()
  const found = onboarding.choices().find(each => each.name === name || each.title.toLowerCase() === name)
  return found ? stepFor(found) : { at: 'providers', problem: words.dialogs.unknownProvider(wanted) }
}

const titleOf = (now: Step, { again }: OnboardingParams, words: Words['dialogs']): string => {
  if (now.at === 'model') return words.whichModel
  if (now.at === 'providers') return words.whichProvider
  return again ? words.signIn : words.welcome
}

const hintsOf = ({ at }: Step, { again }: OnboardingParams, words: Words['dialogs']): string => {
  if (at === 'key') return words.fieldHint
  if (at === 'away') return words.awayHint
  return `${words.hintChoose} · ${at !== 'ways' ? words.hintBack : again ? words.hintClose : words.hintLeave}`
}

const introOf = (now: Step, { again }: OnboardingParams, words: Words['dialogs']): string => {
  if (now.at === 'key') return words.keyIntro(safeLine(now.provider.title), now.provider.keysAt)
  if (now.at === 'how') return words.howToSignIn(safeLine(now.provider.title))
  if (now.at === 'away' || now.at === 'providers') return ''
  return again ? words.signInText : words.welcomeText
}

const take = (way: SignInOption, deps: Deps): void => {
  const { onboarding, step, attempt, finish, again } = deps
  if (step.now().at !== 'ways') return
  if (way.kind === 'server') {
    const { server } = way
    const [only, ...more] = server.models
    if (more.length > 0) step.set({ at: 'model', server })
    else if (only !== undefined) attempt({ at: 'ways' }, takeServer(server, only, deps))
  } else if (way.kind === 'first') step.set(stepFor(onboarding.choices()[0]))
  else if (way.kind === 'others') step.set({ at: 'providers' })
  else if (way.kind === 'again') again()
  else if (way.kind === 'demo')
    attempt(
      { at: 'ways' },
      onboarding.demo().then(() => undefined),
    )
  else finish('leave')
}
