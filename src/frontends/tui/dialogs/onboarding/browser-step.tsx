import { Box, Text } from 'ink'
import { type ReactNode, useEffect, useState } from 'react'
import { ansiWidth, wrapAnsi } from '../../../../lib/ansi-text.ts'
import { describeError } from '../../../../protocol/messages/localized-text.ts'
import type { SignInChoice, SignInPage } from '../../ports/onboarding-port.ts'
import type { Words } from '../../text/words.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import { useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { Lines } from '../../widgets/lines.tsx'
import { TextField } from '../../widgets/text-field.tsx'
import { type Deps, inScreenLanguage } from './onboarding-deps.ts'

interface BrowserStepProps {
  readonly provider: SignInChoice
  readonly way: 'browser' | 'device'
  readonly deps: Deps
}

/** The person signs in in a browser, here or elsewhere; leaving this step ends the attempt. */
export const BrowserStep = ({ provider, way, deps }: BrowserStepProps): ReactNode => {
  const { theme, width, ports, toast } = useUi()
  const { words, step } = deps
  const [page, setPage] = useState<SignInPage>()
  const [isWrong, setWrong] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one attempt for each time the step is shown
  useEffect(() => {
    const stop = new AbortController()
    begin({ provider, way, deps }, stop.signal, setPage)
    return () => stop.abort()
  }, [])
  useKeys('Confirmation', ({ key }) => {
    if (key?.name !== 'tab' || !page) return false
    void ports.system.copy(page.url).then(
      () => toast(words.addressCopied, 'good'),
      (error: unknown) => toast(describeError(error), 'error'),
    )
    return true
  })
  const back = (): void => step.set({ at: 'ways' })
  useKeys('Confirmation', ({ key }) => {
    if (key?.name !== 'escape' || page?.paste) return false
    back()
    return true
  })
  if (!page) return <Lines lines={[words.working]} />
  return (
    <Box flexDirection="column">
      <Lines lines={aboutPage(page, { title: safeLine(provider.title), width: width - 2, words })} />
      <Lines lines={isWrong ? [theme.paint('bad', words.wrongCode)] : ['']} />
      {page.paste ? (
        <Box>
          <Text>{`${theme.paint('accent', words.codeLabel)} `}</Text>
          <TextField
            placeholder={words.codePlaceholder}
            width={width - ansiWidth(words.codeLabel) - 3}
            onSubmit={text => setWrong(page.paste?.(text) === false)}
            onCancel={back}
          />
        </Box>
      ) : (
        <Lines lines={[words.waitingForPage]} />
      )}
    </Box>
  )
}

const begin = (
  { provider, way, deps }: BrowserStepProps,
  signal: AbortSignal,
  show: (page: SignInPage) => void,
): void => {
  const { onboarding, words, localize, step, settle } = deps
  const { name, title } = provider
  const shown = (page: SignInPage): void => {
    if (!signal.aborted) show(page)
  }
  onboarding.signIn({ provider: name, way }, signal, shown).then(
    answer => {
      if (answer.kind === 'saved')
        return settle({ at: 'ways' }, { said: words.signedIn(inScreenLanguage(answer, localize), title) })
      if (!signal.aborted)
        step.set({ at: 'ways', problem: words.signInFailed(inScreenLanguage(answer, localize), title) })
    },
    (error: unknown) => {
      if (!signal.aborted) step.set({ at: 'ways', problem: localize(describeError(error)) })
    },
  )
}

const aboutPage = (
  { url, code, opened }: SignInPage,
  {
    title,
    width,
    words,
  }: { readonly title: string; readonly width: number; readonly words: Words['dialogs'] },
): readonly string[] => {
  const intro = code === undefined ? (opened ? words.pageOpened : words.pageToOpen) : words.deviceText
  return [
    ...wrapAnsi(intro(title), width),
    ...wrapAnsi(safeLine(url), width),
    ...(code === undefined ? [] : ['', words.deviceCode(safeLine(code))]),
  ]
}
