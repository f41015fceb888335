import { errorText } from '../../lib/error-text.ts'
import type { Ui } from './ui.ts'

/** Begins remote control or says how to join it once more; or ends it. */
export const remoteControl = async (how: 'on' | 'off', ui: Ui): Promise<void> => {
  const { remote } = ui.ports
  try {
    if (how === 'off') ui.toast((await remote.stop()) ? ui.words.chat.remoteOff : ui.words.chat.remoteWasOff)
    else {
      const { url, link } = await remote.start()
      ui.note(ui.words.chat.remoteOn(url, link))
      const { codeFor } = await import('../../lib/qr/link-code.ts')
      const code = codeFor(link, ui.theme.name.startsWith('light') ? 'light' : 'dark')
      if (code !== '') ui.note(code.trimEnd())
    }
  } catch (error) {
    ui.toast(errorText(error), 'error')
  }
}
