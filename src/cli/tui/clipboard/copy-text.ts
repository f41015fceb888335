import type { SystemPort } from '../../../frontends/tui/ports/system-port.ts'
import { copySignal } from '../../../frontends/tui/terminal/signals.ts'
import { isWsl } from '../../../host/environment.ts'
import type { Env } from '../../../protocol/host.ts'

export interface CopyProgram {
  readonly program: string
  readonly args: readonly string[]
}

export interface CopyOptions {
  readonly platform: string
  readonly env: Env
  readonly terminal: Pick<SystemPort['terminal'], 'tmux' | 'ssh'>
}

const TAKE_TEXT =
  '[Console]::InputEncoding = [System.Text.Encoding]::UTF8; Set-Clipboard -Value ([Console]::In.ReadToEnd())'

/** Programs that put what they read into the clipboard the person uses, the best first. */
export const copyPrograms = ({ platform, env, terminal }: CopyOptions): readonly CopyProgram[] => {
  // tmux hands it on to the terminal around it, where a program inside may not by itself.
  const tmux = env['TMUX'] ? [{ program: 'tmux', args: ['load-buffer', '-w', '-'] }] : []
  // The clipboard of the machine at the other end is not the one in front of the person.
  if (terminal.ssh) return tmux
  if (platform === 'darwin') return [{ program: 'pbcopy', args: [] }]
  // clip.exe would take the text for one of an old character set.
  const windows = {
    program: 'powershell.exe',
    args: ['-NoProfile', '-NonInteractive', '-Command', TAKE_TEXT],
  }
  if (platform === 'win32') return [windows]
  return [
    ...(env['WAYLAND_DISPLAY'] ? [{ program: 'wl-copy', args: [] }] : []),
    ...(env['DISPLAY']
      ? [
          { program: 'xclip', args: ['-selection', 'clipboard', '-i'] },
          { program: 'xsel', args: ['--clipboard', '--input'] },
        ]
      : []),
    ...(isWsl(env) ? [windows] : []),
    ...tmux,
  ]
}

export interface CopyMeans {
  /** Gives the program the text to read; false when it is not there or failed. */
  feed(program: CopyProgram, text: string): Promise<boolean>
  /** The last resort; answers where it is. */
  keep(text: string): string
}

/** By a program, else through the terminal, else into a file: the text is never lost. */
export const copyText = async (
  text: string,
  options: CopyOptions,
  means: CopyMeans,
): Promise<{ readonly sequence?: string; readonly by: string }> => {
  for (const program of copyPrograms(options))
    if (await means.feed(program, text)) return { by: program.program }
  const sequence = copySignal(text, { tmux: options.terminal.tmux })
  return sequence === undefined ? { by: means.keep(text) } : { sequence, by: 'terminal' }
}
