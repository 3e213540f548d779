// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Storage of the messages: the extension that does it, and the observation of the database.
 *
 * @param zip packaged extension; empty for that of the command line
 */
public record Storage(
        Duration late, boolean checkOrder, Duration countEvery, boolean disk, String delivery, Optional<Path> zip) {

    /** Reads well-formed XML. */
    static String delivery(String text) {
        var factory = DocumentBuilderFactory.newInstance();
        try {
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler()); // the default one prints
            builder.parse(new InputSource(new StringReader("<delivery>" + text + "</delivery>")));
            return text;
        } catch (SAXException malformed) {
            throw new MalformedValueException("must be XML: " + malformed.getMessage());
        } catch (IOException | ParserConfigurationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Delay of the database's answers to the extension. Of several endpoints some can be slow; with as many endpoints
     * as lanes, each lane has its own.
     *
     * @param slow delay of the slow endpoints
     * @param endpoints total number of endpoints
     * @param others delay of the other endpoints
     */
    public record LaneDelay(Duration slow, int slowEndpoints, int endpoints, Duration others) {

        static final Syntax<LaneDelay> SYNTAX = Syntax.of(
                "(" + Durations.PATTERN + ")(?:\\s+on\\s+(\\d{1,2})\\s+of\\s+(\\d{1,2})(?:\\s*,\\s*("
                        + Durations.PATTERN + ")\\s+on\\s+the\\s+others)?)?",
                "must be like 1 ms, 50 ms on 1 of 4, or 50 ms on 1 of 4, 1 ms on the others",
                LaneDelay::of);

        /** Returns the same delay for all lanes. */
        public static LaneDelay ofAll(Duration delay) {
            return new LaneDelay(Duration.ZERO, 0, 1, delay);
        }

        private static LaneDelay of(Matcher text) {
            var longest = Durations.positive(text.group(1));
            if (text.group(2) == null) {
                return ofAll(longest);
            }
            int slow = Integer.parseInt(text.group(2));
            int endpoints = Integer.parseInt(text.group(3));
            Syntax.require(
                    slow >= 1 && slow <= endpoints,
                    "must slow down one endpoint at least, and not more than there are");
            var others = text.group(4) == null ? Duration.ZERO : Durations.positive(text.group(4));
            return new LaneDelay(longest, slow, endpoints, others);
        }
    }
}
