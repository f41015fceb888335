import { basename } from 'node:path'
import { isInside } from '../../lib/paths.ts'
import { parseYaml } from '../../lib/yaml/parse-yaml.ts'
import { importText } from '../../protocol/messages/commands/imports.ts'
import type { Collector } from './collect.ts'
import { type Fields, isFields, readText } from './read-foreign.ts'

const CONFIG = '.aider.conf.yml'

/** Files that aider reads with every request are its conventions; the rest of its settings would run or allow things. */
export const collectAider = (into: Collector): void => {
  const file = into.at(CONFIG)
  const config = readConfig(file, into)
  const named = [config['read']].flat().filter((each): each is string => typeof each === 'string')
  const found = named.map(name => into.at(name))
  const conventions = into.at('CONVENTIONS.md')
  for (const path of new Set([...found, conventions])) {
    if (!isInside(path, into.place.base, { caseSensitive: true }))
      into.skip(file, importText('not_in_folder', { file: path }))
    else
      into.instructions(
        path,
        `aider-${basename(path)
          .replace(/\.\w+$/, '')
          .toLowerCase()}`,
      )
  }
  for (const key of ['lint-cmd', 'test-cmd'])
    if (config[key] !== undefined) into.skip(file, importText('runs_by_itself', { what: key }))
  for (const key of ['yes-always', 'yes'])
    if (config[key] === true) into.skip(file, importText('widens', { what: key }))
}

const readConfig = (file: string, into: Collector): Fields => {
  const text = readText(file)
  if (text === undefined) return {}
  try {
    const value = parseYaml(text)
    if (isFields(value) || value === null || value === undefined) return isFields(value) ? value : {}
  } catch {
    // Said below, as for anything else that is no mapping.
  }
  into.skip(file, importText('unreadable', { reason: importText('not_yaml') }))
  return {}
}
