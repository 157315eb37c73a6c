// Marks the path of a move on the board while its entry in the list of moves is pointed at or focused.
(() => {
  "use strict";
  // The paths of all moves, and the state of the list they were fetched for.
  let paths, known, refused;
  let wanted;

  const wordsOf = (link) => link.querySelector(".unseen").textContent;

  async function pathOf(link) {
    const list = link.closest("[data-trails]");
    const links = list.querySelectorAll(".rounds a[id]");
    const state = `${links.length} ${wordsOf(links[links.length - 1])}`;
    if (known !== state) {
      known = state;
      paths = fetch(list.dataset.trails).then(async (answer) => {
        refused = !answer.ok;
        return refused ? [] : (await answer.text()).split("\n");
      }, () => []);
    }
    return (await paths)[Number(link.id.slice("ply".length)) - 1];
  }

  function show(path) {
    document.getElementById("traced")?.remove();
    const last = document.getElementById("last");
    if (!path || !last) return;
    const traced = document.createElementNS("http://www.w3.org/2000/svg", "path");
    traced.id = "traced";
    traced.setAttribute("class", "last traced");
    traced.setAttribute("d", path);
    last.after(traced);
  }

  async function point({ target }) {
    const link = target.closest?.("[data-trails] .rounds a[id]");
    if (link === wanted) return;
    wanted = link;
    if (!link) return show();
    link.title = wordsOf(link);
    if (refused) return;
    const path = await pathOf(link);
    if (wanted === link) show(path);
  }

  for (const name of ["pointerover", "focusin"]) document.addEventListener(name, point);
  document.addEventListener("focusout", ({ relatedTarget }) => { if (!relatedTarget) point({ target: document }); });
  document.documentElement.addEventListener("pointerleave", () => point({ target: document }));
})();
