/** Keeps the page itself for when the network is gone: assets as they are, the page from the network first. */
const BUILD = 'tablee-development' // the build puts its digest in the name
const BASE = new URL('.', location.href).pathname // '/', or the path of the server on a bigger site
const EXPORTED = false // `tablee export` makes it true: a static host knows no other page than the first
const CACHE = `${BUILD} ${BASE}`

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) =>
        Promise.all([cache.addAll([BASE, `${BASE}icon.svg`, `${BASE}manifest.webmanifest`]), keepAssets(cache)]),
      )
      .then(() => self.skipWaiting()),
  )
})

/** What the page itself is made of. It was loaded before this worker could see it. */
async function keepAssets(cache) {
  const page = await (await fetch(BASE)).text()
  await cache.addAll([...page.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map(([, asset]) => asset))
}

/** Whether this is what an older page of this server left behind. Other parts of the site have caches, too. */
function isOld(name) {
  if (name === CACHE || !name.startsWith('tablee-')) return false
  return name.endsWith(` ${BASE}`) || !name.includes(' ') // caches were once named without the path
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith(`${BASE}api/`)) return
  const named = url.pathname.startsWith(`${BASE}assets/`) || url.pathname.startsWith(`${BASE}offline/python-`)
  event.respondWith(named ? kept(event.request) : fresh(event.request))
})

/** "Your turn" was tapped: back to the page that said so, which is open somewhere. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(
    self.clients
      .matchAll({ type: 'window' })
      .then((pages) => (pages.find((page) => page.url === event.notification.data) ?? pages[0])?.focus()),
  )
})

/** Assets carry their digest in their name: what is kept is right. */
async function kept(request) {
  const cache = await caches.open(CACHE)
  const found = await cache.match(request)
  if (found) return found
  const response = await fetch(request).catch(() => Response.error())
  if (response.ok) await cache.put(request, response.clone())
  return response
}

/** The page from the network; what was kept of it where there is none. */
async function fresh(request) {
  const { pathname, search } = new URL(request.url)
  if (EXPORTED && request.mode === 'navigate' && pathname !== BASE && pathname !== `${BASE}index.html`)
    return Response.redirect(`${BASE}?to=/${encodeURIComponent(pathname.slice(BASE.length) + search)}`)
  const cache = await caches.open(CACHE)
  const page = request.mode === 'navigate' ? BASE : request
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(page, response.clone())
    return response
  } catch {
    return (await cache.match(page)) ?? Response.error()
  }
}
