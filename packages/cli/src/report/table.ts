import { html, type Html } from './html.ts';

export type Column = { title: string; isNumber?: boolean };

/** A table that scrolls by itself where the screen is too narrow or the rows too many; the first cell names the row. */
export function table(label: string, columns: Column[], rows: (string | Html)[][]): Html {
  return html`<section class="scroll" aria-label="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col" ${kind(column)}>${column.title}</th> `)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, index) => tableCell(cell, index, columns[index]))}
            </tr> `,
        )}
      </tbody>
    </table>
  </section>`;
}

function tableCell(cell: string | Html, index: number, column: Column | undefined): Html {
  return index === 0 ? html`<th scope="row">${cell}</th>` : html`<td${kind(column)}>${cell}</td>`;
}

function kind(column: Column | undefined): Html {
  return { markup: column?.isNumber ? ' class="n"' : '' };
}
