// The camera's pictures, fetched once each: the table keeps them from every cache, so the page holds on to them.

const kept = new Map(); // paths and the promises of their addresses
let number = null;

/** The address of a picture for an image element, or null where the table has none; of the newest roll only. */
export function photo(picture, path = "") {
  if (picture !== number) forget(picture);
  if (!kept.has(path)) {
    const coming = fetched(`/api/picture${path}${path.includes("?") ? "&" : "?"}picture=${picture}`);
    kept.set(path, coming);
    // What did not come is asked for again when it is drawn the next time.
    coming.then((address) => address === null && kept.get(path) === coming && kept.delete(path));
  }
  return kept.get(path);
}

/** Put a picture into an element as soon as it is here: `put` gets the address, or null. */
export async function hang(put, picture, path) {
  put(await photo(picture, path));
}

async function fetched(address) {
  try {
    const answer = await fetch(address, { credentials: "same-origin", cache: "no-store" });
    return answer.ok ? URL.createObjectURL(await answer.blob()) : null;
  } catch {
    return null;
  }
}

function forget(next) {
  for (const coming of kept.values()) coming.then((address) => address && URL.revokeObjectURL(address));
  kept.clear();
  number = next;
}
