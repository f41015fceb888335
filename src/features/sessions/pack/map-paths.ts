import { isObject } from '../../../lib/is-object.ts'

/** From the place where a session was packed to the one where it is unpacked. */
export type PathMap = readonly (readonly [from: string, to: string])[]

const SPECIAL = /[.*+?^${}()|[\]\\]/g

/** In a text: only whole paths and what lies below them, the longest of them first. */
export const pathMapper = (map: PathMap): ((text: string) => string) => {
  const known = new Map(map.filter(([from, to]) => from !== to && from.length > 1))
  if (known.size === 0) return text => text
  const names = [...known.keys()]
    .sort((a, b) => b.length - a.length)
    .map(each => each.replace(SPECIAL, '\\$&'))
  // "/home/me/project" is not the beginning of "/home/me/project-2" or "/home/me/project.old".
  const pattern = new RegExp(`(?<![\\w.-])(?:${names.join('|')})(?![\\w-]|\\.\\w)`, 'g')
  return text => text.replace(pattern, found => known.get(found) ?? found)
}

/** Each text in a value, keys included. */
const mapTexts = (value: unknown, mapped: (text: string) => string): unknown => {
  if (typeof value === 'string') return mapped(value)
  if (Array.isArray(value)) return value.map(each => mapTexts(each, mapped))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [mapped(key), mapTexts(each, mapped)]))
}

/** The same line by line; a line that is no JSON stays as it is. */
export const mapJsonLines = (text: string, mapped: (text: string) => string): string =>
  text
    .split('\n')
    .map(line => {
      if (line.trim() === '') return line
      try {
        return JSON.stringify(mapTexts(JSON.parse(line), mapped))
      } catch {
        // Torn by a crash: nobody reads it.
        return line
      }
    })
    .join('\n')
