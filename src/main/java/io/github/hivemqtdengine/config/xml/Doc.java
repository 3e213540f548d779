// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

/** Text of the documentation in both languages, in Markdown, without a full stop at its end. */
public record Doc(String english, String chinese) {}
