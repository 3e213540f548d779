// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DocumentTest {

    private final Document document = new Document(Path.of("a.md"), """
            # One `two`, three/four

            Text with `code` and ``a ` tick`` and `one
            of two lines`, a [link](b.md#c) and `[none](d.md)`.

            ## 重放
            - a
            - b
            ```xml
            # no heading [no link](x.md)
            | no row |
            ```

            ## Same
            | a | b \\| c |
            |---|---|
            | `d\\|e` | f | g |

            ## Same
            1. a
            """.lines().toList());

    @Test
    void shouldReadCodeWithItsLines() {
        assertThat(document.code())
                .containsExactly(
                        new Document.Piece(1, "two"),
                        new Document.Piece(3, "code"),
                        new Document.Piece(3, "a ` tick"),
                        new Document.Piece(3, "one of two lines"),
                        new Document.Piece(4, "[none](d.md)"),
                        new Document.Piece(17, "d|e"));
    }

    @Test
    void shouldReadHeadingsAndTheirAnchors() {
        assertThat(document.headings())
                .containsExactly(
                        new Document.Heading(1, "One `two`, three/four"),
                        new Document.Heading(2, "重放"),
                        new Document.Heading(2, "Same"),
                        new Document.Heading(2, "Same"));
        assertThat(document.anchors()).containsExactlyInAnyOrder("one-two-threefour", "重放", "same", "same-1");
    }

    @Test
    void shouldReadLinksOutsideOfCode() {
        assertThat(document.links()).containsExactly(new Document.Piece(4, "b.md#c"));
    }

    @Test
    void shouldReadBlocksRowsAndItems() {
        assertThat(document.blocks()).hasSize(1).allSatisfy(block -> {
            assertThat(block.language()).isEqualTo("xml");
            assertThat(block.lines()).hasSize(2);
        });
        assertThat(document.rows()).containsExactly(3, 3, 4);
        assertThat(document.items()).containsExactly(0L, 0L, 2L, 0L, 1L);
    }
}
