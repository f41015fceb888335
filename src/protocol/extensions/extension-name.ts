import type { ContributionSource } from './source.ts'

/**
 * What a skill is known by in rules, grants and settings: the plugin that brings it, and its name there. Without a
 * plugin the name is that of files, where folders stand before it with colons. The joined `a:b` fits both kinds.
 */
export interface ExtensionName {
  readonly plugin?: string
  readonly name: string
}

/** By what it is called in a session: a plugin's name stands before it, a file's may have slashes for colons. */
export const extensionName = ({
  name,
  source,
}: {
  readonly name: string
  readonly source: ContributionSource
}): ExtensionName => {
  if (source.level !== 'plugin') return name.includes(':') ? { name } : readExtensionName(name)
  return { plugin: source.name, name: name.slice(source.name.length + 1) }
}

/**
 * The one reading of a written name: `plugin:name`, or what files bring, with slashes between folders (`deploy/run`).
 * No plugin has a slash in its name, so `apps/web:run` is a file's too.
 */
export const readExtensionName = (text: string): ExtensionName => {
  const colon = text.indexOf(':')
  if (colon < 0) return { name: text.replaceAll('/', ':') }
  const plugin = text.slice(0, colon)
  return plugin === '' || plugin.includes('/') ? { name: text } : { plugin, name: text.slice(colon + 1) }
}

/** Written so that `readExtensionName` finds the same pair in it. */
export const writeExtensionName = ({ plugin, name }: ExtensionName): string => {
  if (plugin !== undefined) return `${plugin}:${name}`
  const colon = name.indexOf(':')
  const isQualified = colon === 0 || (colon > 0 && name.slice(0, colon).includes('/'))
  return isQualified ? name : name.replaceAll(':', '/')
}

export const isSameExtension = (one: ExtensionName, other: ExtensionName): boolean =>
  one.plugin === other.plugin && one.name === other.name

/** `plugin:name` and what files bring, in any spelling and case: what restricts holds for all of them. */
export const looseExtensionName = (text: string): string => text.replaceAll('/', ':').toLowerCase()

/**
 * Without the marketplace that tells two plugins of one name apart: `fmt@acme:tidy` is `fmt:tidy`, `plugin:fmt@acme:db`
 * is `plugin:fmt:db`. What restricts one of them holds for both.
 */
export const withoutMarketplace = (text: string): string =>
  text.replace(/^((?:plugin:)?[^@:]+)@[^:]+:/, '$1:')
