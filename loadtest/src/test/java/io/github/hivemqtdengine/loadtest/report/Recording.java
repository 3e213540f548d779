// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;

/** Pictures of a page, one after the other, as a GIF that repeats them. */
final class Recording {

    private static final int WIDTH = 960;
    private static final String HUNDREDTHS = "250";
    private static final String FORMAT = "javax_imageio_gif_image_1.0";

    private final List<BufferedImage> pictures = new ArrayList<>();

    void add(BufferedImage picture) {
        int height = picture.getHeight() * WIDTH / picture.getWidth();
        var small = new BufferedImage(WIDTH, height, BufferedImage.TYPE_INT_RGB);
        var graphics = small.createGraphics();
        graphics.drawImage(picture.getScaledInstance(WIDTH, height, Image.SCALE_AREA_AVERAGING), 0, 0, null);
        graphics.dispose();
        pictures.add(small);
    }

    void write(Path file) throws IOException {
        Files.deleteIfExists(file);
        var writer = ImageIO.getImageWritersByFormatName("gif").next();
        try (var out = ImageIO.createImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            writer.prepareWriteSequence(null);
            for (var picture : pictures) {
                writer.writeToSequence(new IIOImage(picture, null, metadata(writer, picture)), null);
            }
            writer.endWriteSequence();
        } finally {
            writer.dispose();
        }
    }

    /** Returns the time of a picture, and that the first one follows the last one. */
    private static IIOMetadata metadata(ImageWriter writer, BufferedImage picture) throws IOException {
        var metadata = writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(picture), null);
        var root = new IIOMetadataNode(FORMAT);
        var control = new IIOMetadataNode("GraphicControlExtension");
        control.setAttribute("disposalMethod", "none");
        control.setAttribute("userInputFlag", "FALSE");
        control.setAttribute("transparentColorFlag", "FALSE");
        control.setAttribute("delayTime", HUNDREDTHS);
        control.setAttribute("transparentColorIndex", "0");
        root.appendChild(control);
        var extensions = new IIOMetadataNode("ApplicationExtensions");
        var extension = new IIOMetadataNode("ApplicationExtension");
        extension.setAttribute("applicationID", "NETSCAPE");
        extension.setAttribute("authenticationCode", "2.0");
        extension.setUserObject(new byte[] {1, 0, 0});
        extensions.appendChild(extension);
        root.appendChild(extensions);
        metadata.mergeTree(FORMAT, root);
        return metadata;
    }
}
