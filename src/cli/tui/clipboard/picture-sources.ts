import { isWsl } from '../../../host/environment.ts'
import type { Env } from '../../../protocol/host.ts'

/** A program that can hand out a picture of the clipboard. */
export interface PictureSource {
  readonly program: string
  /** Asks which kinds there are, one a line. Absent: there is one kind, and one tries. */
  readonly kinds?: readonly string[]
  read(kind: string): readonly string[]
  /** What it prints stands for the picture. */
  readonly as: 'bytes' | 'base64' | 'apple-data'
}

const pngpaste: PictureSource = { program: 'pngpaste', read: () => ['-'], as: 'bytes' }

/** Prints `«data PNGf89504E47…»`. */
const osascript: PictureSource = {
  program: 'osascript',
  read: () => ['-e', 'get the clipboard as «class PNGf»'],
  as: 'apple-data',
}

const wayland: PictureSource = {
  program: 'wl-paste',
  kinds: ['--list-types'],
  read: kind => ['--no-newline', '--type', kind],
  as: 'bytes',
}

const x11: PictureSource = {
  program: 'xclip',
  kinds: ['-selection', 'clipboard', '-t', 'TARGETS', '-o'],
  read: kind => ['-selection', 'clipboard', '-t', kind, '-o'],
  as: 'bytes',
}

const TAKE_PICTURE = [
  'Add-Type -AssemblyName System.Windows.Forms, System.Drawing',
  '$picture = [System.Windows.Forms.Clipboard]::GetImage()',
  'if ($picture -eq $null) { exit 1 }',
  '$bytes = New-Object System.IO.MemoryStream',
  '$picture.Save($bytes, [System.Drawing.Imaging.ImageFormat]::Png)',
  '[Console]::Out.Write([Convert]::ToBase64String($bytes.ToArray()))',
].join('; ')

const windows: PictureSource = {
  program: 'powershell.exe',
  // The clipboard of Windows is open only to threads of the old kind.
  read: () => ['-NoProfile', '-NonInteractive', '-STA', '-Command', TAKE_PICTURE],
  as: 'base64',
}

/** The ways that may lead to a picture here, the best first. */
export const pictureSources = (platform: string, env: Env): readonly PictureSource[] => {
  if (platform === 'darwin') return [pngpaste, osascript]
  if (platform === 'win32') return [windows]
  return [
    ...(env['WAYLAND_DISPLAY'] ? [wayland] : []),
    ...(env['DISPLAY'] ? [x11] : []),
    ...(isWsl(env) ? [windows] : []),
  ]
}
