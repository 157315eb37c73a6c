// Shows the moves of a match in a file of its own. The data is described in src/rasterizer/steps.rs.
(async () => {
  "use strict";
  const find = (selector) => document.querySelector(selector);
  const packed = Uint8Array.from(atob(find("#steps").textContent), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { size, images, board, steps } = await new Response(unpacked).json();
  const sources = images.map((image) => `data:image/svg+xml,${encodeURIComponent(image)}`);
  const words = [...document.querySelectorAll("#moves li")];
  const [drawing, slider, said] = [find("#board"), find("#slider"), find("#said")];

  const element = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const drawn = ([image, tenths, angle]) => {
    const [x, y, width, height] = tenths.map((length) => length / 10);
    const place = { x: x - width / 2, y: y - height / 2, width, height, preserveAspectRatio: "none" };
    const turned = angle && { transform: `rotate(${angle} ${x} ${y})` };
    return element("image", { ...place, href: sources[image], ...turned });
  };

  // The layers after each step.
  const layers = [];
  for (const { gone, new: added } of steps) {
    const after = (layers.at(-1) ?? []).filter((_, number) => !gone.includes(number));
    for (const [number, layer] of added) after.splice(number, 0, layer);
    layers.push(after);
  }
  // Elements by layer: what stays is not drawn again, as new images flicker.
  const elements = new Map();
  const ground = element("g", {}), pieces = element("g", {});
  ground.append(...board.map(drawn));
  drawing.append(ground, pieces);
  drawing.setAttribute("viewBox", `0 0 ${size.join(" ")}`);

  let at = 0, playing;
  function show(step) {
    at = Math.max(0, Math.min(step, steps.length - 1));
    const kept = layers[at].map((layer) => {
      const key = JSON.stringify(layer);
      if (!elements.has(key)) elements.set(key, drawn(layer));
      return elements.get(key);
    });
    pieces.replaceChildren(...kept);
    words.forEach((word, number) => word.firstChild.toggleAttribute("aria-current", number === at - 1));
    words[at - 1]?.scrollIntoView({ block: "nearest" });
    slider.value = at;
    said.textContent = at > 0 ? words[at - 1].textContent : said.dataset.start;
    find("#count").textContent = `${at} / ${steps.length - 1}`;
  }
  function pause() {
    clearInterval(playing);
    playing = undefined;
    find("#play").setAttribute("aria-pressed", false);
  }
  function play() {
    if (playing) { pause(); return; }
    if (at === steps.length - 1) show(0);
    find("#play").setAttribute("aria-pressed", true);
    playing = setInterval(() => { show(at + 1); if (at === steps.length - 1) pause(); }, 900);
  }
  const go = { first: () => 0, back: () => at - 1, forward: () => at + 1, last: () => steps.length - 1 };
  for (const [name, step] of Object.entries(go)) {
    find(`#${name}`).addEventListener("click", () => { pause(); show(step()); });
  }
  find("#play").addEventListener("click", play);
  slider.addEventListener("input", () => { pause(); show(Number(slider.value)); });
  words.forEach((word, number) => word.firstChild.addEventListener("click", () => { pause(); show(number + 1); }));
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
    if (!(event.key in keys)) return;
    event.preventDefault();
    find(`#${keys[event.key]}`).click();
  });
  slider.max = steps.length - 1;
  find("section[hidden]").hidden = false;
  show(0);
  // The printed page has the last position.
  addEventListener("beforeprint", () => { pause(); show(steps.length - 1); });
})();
