import { copyFileSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { isInFolder } from '../inside-folder.ts'
import type { Overlay } from '../task.ts'

/** Puts files over a copy. What stands in the way there, links above all, is removed: nothing is written through it. */
export const putOver = (overlays: readonly Overlay[], directory: string): void => {
  for (const { from, to } of overlays)
    for (const name of filesIn(from, ''))
      put(join(from, name), { directory, name: normalize(join(to, name)) })
}

/** A link to another file of the same tree stands for that; one that leads elsewhere would bring what is nobody's task. */
const filesIn = (root: string, name: string): readonly string[] => {
  const path = join(root, name)
  const facts = lstatSync(path)
  if (facts.isDirectory() || (name === '' && statSync(path).isDirectory()))
    return readdirSync(path).flatMap(entry => filesIn(root, join(name, entry)))
  if (facts.isSymbolicLink() && !(isInFolder(root, path) && statSync(path).isFile()))
    throw new Error(`${path} is a link that leads out of the files of the task, or to a directory.`)
  if (!facts.isFile() && !facts.isSymbolicLink()) throw new Error(`${path} is no file.`)
  return [name]
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
