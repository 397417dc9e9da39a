// Shows notifications, and goes to the page of a request when one is clicked. It keeps nothing and fetches nothing.

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});

async function open(path) {
  const all = await clients.matchAll({ type: "window" });
  const there = all.find((page) => new URL(page.url).pathname === path);
  if (there) return there.focus();
  // A form that is being filled in stays.
  const list = all.find((page) => new URL(page.url).pathname === "/");
  if (!list) return clients.openWindow(path);
  await list.navigate(path);
  return list.focus();
}
