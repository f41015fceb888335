import { type ReadText, readBounded } from '../../features/settings/read-bounded.ts'
import { SettingsWatch } from '../../features/settings/watch.ts'

/**
 * Tells the text of the first file that is there, now and whenever it becomes another one; undefined with the first path
 * while there is none. The files may come, go and be replaced.
 */
export const watchKeybindings = (
  files: readonly string[],
  listener: (text: string | undefined, path: string) => void,
): (() => void) => {
  const known = new Map<string, ReadText>(files.map(file => [file, readBounded(file)]))
  let told: { readonly text: string | undefined; readonly path: string } | undefined
  const tell = (): void => {
    const path = files.find(file => known.get(file)?.kind !== 'absent') ?? files[0] ?? ''
    const read = known.get(path)
    // One that cannot be read is told as if it were empty: the mistake is then said, with its name.
    const text = read?.kind === 'text' ? read.text : read?.kind === 'unreadable' ? '' : undefined
    if (told && told.path === path && told.text === text) return
    told = { text, path }
    listener(text, path)
  }
  const watch = new SettingsWatch({ files: () => files, known, onChange: tell })
  tell()
  return () => watch[Symbol.dispose]()
}
