/** What is said where nothing opens the way to a model. */
export const NO_CREDENTIALS = `No credentials for a model. Three ways on:
  - set ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN) in the environment
  - set ANTHROPIC_BASE_URL to a server on this machine (http://127.0.0.1:…) that speaks the Messages API;
    for one elsewhere that wants no key, also set ANTHROPIC_API_KEY to any word
  - run "capstan demo" to see Capstan work without an account`
