// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the build downloads. */
class DownloadTest {

    @Test
    void shouldCheckTheMavenThatTheWrapperDownloads() {
        assertThat(CheckedDocuments.TREE.text(".mvn/wrapper/maven-wrapper.properties"))
                .containsPattern("(?m)^distributionSha256Sum=[0-9a-f]{64}$");
    }
}
