import { bearer, type Provider } from '../provider.ts'

/** The same service with the Messages protocol, at an address of its own: named with `-anthropic`. */
export const messagesAt = (row: Provider, url: string): Provider => {
  const { chat: _, ...rest } = row
  return {
    ...rest,
    name: `${row.name}-anthropic`,
    title: `${row.title} (Messages)`,
    protocol: 'anthropic',
    endpoint: { url },
    keyCheck: null,
    storedAs: row.name,
    ...wayBeside(row),
  }
}

/** The same service at another place or for a plan: what was saved for one is not sent to another. */
export const elsewhere = (
  row: Provider,
  {
    name,
    title,
    url,
    key,
  }: Pick<Provider, 'name' | 'title'> & { readonly url: string; readonly key?: string },
): Provider => ({
  ...row,
  name,
  title,
  endpoint: { url },
  ...(key === undefined ? wayBeside(row) : { auth: [bearer(key)], secretNames: [key] }),
})

const wayBeside = ({ name, wayTo = name }: Provider) => ({ wayTo, byName: true }) as const
