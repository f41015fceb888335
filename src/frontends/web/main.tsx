import { render } from 'preact'
import { type Words, WordsContext, withCatalogue, wordsFor } from './text/words.ts'
import { App } from './view/app.tsx'
import { WatchApp } from './view/watch/watch-app.tsx'
import { createApi, takeKey, takeWatchToken } from './wire/api.ts'

const page = document.getElementById('page')
const watchToken = takeWatchToken()
const key = watchToken === undefined ? takeKey() : undefined
const words = wordsFor(navigator.languages)
document.documentElement.lang = words.language
if (page) {
  page.replaceChildren()
  const shown =
    watchToken === undefined ? (
      <App api={key === undefined ? undefined : createApi(key)} />
    ) : (
      <WatchApp api={createApi(watchToken, 'x-capstan-watch')} />
    )
  const show = (value: Words): void =>
    render(<WordsContext.Provider value={value}>{shown}</WordsContext.Provider>, page)
  show(words)
  void withCatalogue(words).then(show)
}
