import { copyFileSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { Overlay } from '../task.ts'

/** Puts files over a copy. What stands in the way there, links above all, is removed: nothing is written through it. */
export const putOver = (overlays: readonly Overlay[], directory: string): void => {
  for (const { from, to } of overlays)
    for (const name of filesIn(from, ''))
      put(join(from, name), { directory, name: normalize(join(to, name)) })
}

const filesIn = (path: string, name: string): readonly string[] => {
  if (!statSync(join(path, name)).isDirectory()) return [name]
  return readdirSync(join(path, name)).flatMap(entry => filesIn(path, join(name, entry)))
}

const put = (
  from: string,
  { directory, name }: { readonly directory: string; readonly name: string },
): void => {
  const words = name.split('/')
  let path = directory
  words.forEach((word, index) => {
    path = join(path, word)
    const facts = lstatSync(path, { throwIfNoEntry: false })
    const fits = index === words.length - 1 ? facts?.isFile() : facts?.isDirectory()
    if (facts && !fits) rmSync(path, { recursive: true, force: true })
  })
  mkdirSync(dirname(path), { recursive: true })
  // Not written in place: it could be a second name of a file elsewhere.
  rmSync(path, { force: true })
  copyFileSync(from, path)
}

/** Whether a path of a copy goes through a link, or is one. */
export const hasLinks = (directory: string, name: string): boolean => {
  let path = directory
  return name.split('/').some(word => {
    path = join(path, word)
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  })
}
