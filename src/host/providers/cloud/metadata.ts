/** A machine that is none of the cloud's has nobody there. */
const TIMEOUT_MS = 1000

/** What the service of a machine says about itself; undefined where there is none. */
export const askMetadata = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  method: 'GET' | 'PUT' = 'GET',
): Promise<string | undefined> => {
  try {
    const answer = await fetch(url, {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return answer.ok ? await answer.text() : undefined
  } catch {
    // Not reached, or not in time: the next place is looked at.
    return undefined
  }
}
