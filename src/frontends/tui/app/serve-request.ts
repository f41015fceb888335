import { namesAfter } from '../../../lib/text/written-signs.ts'
import { describeError } from '../../../protocol/messages/localized-text.ts'
import type { UiRequest } from '../../../protocol/ui-request.ts'
import { saveSetting } from '../dialogs/save-setting.ts'
import type { Store } from '../state/store.ts'
import { isSessionColor, SESSION_COLORS } from '../theme/session-colors.ts'
import { lastAnswers } from '../transcript/transcript-text.ts'
import type { Ui } from '../ui/ui.ts'

interface Deps {
  readonly ui: Ui
  readonly store: Store
  sign(how: 'sign_in' | 'sign_out', provider: string | undefined): void
  switchTo(choice: { readonly resume?: string; readonly fork?: boolean }): void
}

/** What a command asked of the screen. */
export const serveRequest = (request: UiRequest, { ui, store, switchTo, sign }: Deps): void => {
  switch (request.kind) {
    case 'panel':
      ui.open(request.panel, request.params)
      break
    case 'exit':
      ui.exit()
      break
    case 'remote_control':
      void remoteControl(request.how, ui)
      break
    case 'share':
      void import('./share.ts').then(({ share }) => share(request, ui))
      break
    case 'sign_in':
    case 'sign_out':
      sign(request.kind, request.provider)
      break
    case 'set_prompt':
      ui.setPrompt(request.text)
      break
    case 'insert':
      ui.insert(request.text)
      break
    case 'switch_session':
      switchTo({
        ...(request.sessionId === undefined ? {} : { resume: request.sessionId }),
        ...(request.fork ? { fork: true } : {}),
      })
      break
    case 'copy':
      void copy(request, { ui, store })
      break
    case 'set_view':
      setView(request.name, request.value, { ui, store })
  }
}

const copy = async (
  { which, text: given }: Extract<UiRequest, { readonly kind: 'copy' }>,
  { ui, store }: Pick<Deps, 'ui' | 'store'>,
): Promise<void> => {
  const text = given ?? lastAnswers(store.state.transcript, which)
  if (text === '') return ui.toast(ui.words.chat.nothingToCopy, 'warning')
  try {
    const { by } = await ui.ports.system.copy(text)
    ui.toast(ui.words.chat.copied(text.length, by), 'good')
  } catch (error) {
    ui.toast(describeError(error), 'error')
  }
}

const setView = (
  name: string,
  value: string | undefined,
  { ui, store }: Pick<Deps, 'ui' | 'store'>,
): void => {
  const { verbose, focus = false, brief = false, showTodos } = store.state
  const wanted = value === undefined ? undefined : value === 'on' || value === 'true'
  if (name === 'verbose') store.dispatch({ type: 'view', change: { verbose: wanted ?? !verbose } })
  else if (name === 'focus') store.dispatch({ type: 'view', change: { focus: wanted ?? !focus } })
  else if (name === 'brief') {
    const on = wanted ?? !brief
    store.dispatch({ type: 'view', change: { brief: on } })
    ui.toast(on ? ui.words.chat.briefOn : ui.words.chat.briefOff, 'info')
  } else if (name === 'todos') store.dispatch({ type: 'view', change: { showTodos: wanted ?? !showTodos } })
  else if (name === 'vim') {
    const vim = wanted ?? ui.ports.settings.current().editorMode !== 'vim'
    void saveSetting(ui, { key: 'editorMode', value: vim ? 'vim' : 'normal' })
  } else if (name === 'buddy')
    void saveSetting(ui, { key: 'buddy', value: wanted ?? ui.ports.settings.current().buddy !== true })
  else if (name === 'voice') void setVoice(value, ui)
  else if (name === 'color') setColor(value, { ui, store })
  else ui.toast(ui.words.chat.unknownView(name), 'warning')
}

/** `hold` and `tap` turn it on, too. */
const setVoice = async (value: string | undefined, ui: Ui): Promise<void> => {
  const { enabled = false } = ui.ports.settings.current().voice ?? {}
  if (value === 'hold' || value === 'tap') if (!(await saveSetting(ui, { key: 'voice.mode', value }))) return
  await saveSetting(ui, { key: 'voice.enabled', value: value === undefined ? !enabled : value !== 'off' })
}

const setColor = (value: string | undefined, { ui, store }: Pick<Deps, 'ui' | 'store'>): void => {
  const { chat } = ui.words
  const name = value?.trim().toLowerCase() ?? ''
  const choices = namesAfter(ui.words.chat.search, [...SESSION_COLORS, 'default'])
  if (name === '') ui.toast(chat.colors(choices))
  else if (name !== 'default' && !isSessionColor(name)) ui.toast(chat.noColor(name, choices), 'warning')
  else {
    store.dispatch({ type: 'view', change: { color: name === 'default' ? undefined : name } })
    ui.toast(chat.colorSet(name), 'good')
  }
}

/** Begins remote control or says how to join it once more; or ends it. */
const remoteControl = async (how: 'on' | 'off', ui: Ui): Promise<void> => {
  const { remote } = ui.ports
  try {
    if (how === 'off') ui.toast((await remote.stop()) ? ui.words.chat.remoteOff : ui.words.chat.remoteWasOff)
    else {
      const { url, link } = await remote.start()
      ui.note(ui.words.chat.remoteOn(url, link))
      const { codeFor } = await import('../../../lib/qr/link-code.ts')
      const code = codeFor(link, ui.theme.name.startsWith('light') ? 'light' : 'dark')
      if (code !== '') ui.note(code.trimEnd())
    }
  } catch (error) {
    ui.toast(describeError(error), 'error')
  }
}
